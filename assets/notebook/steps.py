[f"{name}: {step}" for name, step in trace.items()]
