raise ImportError("a stand-in holds no torch")
