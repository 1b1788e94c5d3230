import plotly.graph_objects as go

ends = (".positioned", ".placed", ".added")
stream = [name for name, step in trace.items() if len(step.axes) == 2 and name.endswith(ends)]
most = max((trace[name].shape[0] for name in stream), default=0)
stream = [name for name in stream if trace[name].shape[0] == most]
heights = [trace[name].value.norm(dim=-1).tolist() for name in stream]
go.Figure(go.Surface(z=heights, y=stream, x=names(trace[stream[0]], 0), colorscale="Viridis"), layout={"height": 560})
