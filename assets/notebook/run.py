from core import zoo
from core.edits import from_text

model, edits = zoo.load(MODEL), from_text(EDITS)
trace = model.trace(SENTENCE, edits=edits)
model.answer_text(model.answer(SENTENCE, edits))
