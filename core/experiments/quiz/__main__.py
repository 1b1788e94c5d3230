"""``python -m core.experiments.quiz``: compute all keys and store them."""

import sys

import torch

from core.experiments import quiz, stored_runs

torch.set_num_threads(1)
sys.stdout.write(f"{stored_runs.write(quiz.NAME, quiz.run())}\n")
