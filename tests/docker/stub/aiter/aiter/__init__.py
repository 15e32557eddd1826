STUB = True
