PAGE = "path"
