"""The page at ``/layer_by_layer``: its exhibits, a file each, and the name of its words."""

PAGE = "layer_by_layer"
