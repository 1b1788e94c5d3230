from core import zoo
from core.edits import from_text

model, edits = zoo.load(MODEL), from_text(EDITS)
trace = model.trace(SENTENCE, edits=edits)
model.said(model.answer(SENTENCE, edits))
