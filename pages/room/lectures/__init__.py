PAGE = "lectures"
