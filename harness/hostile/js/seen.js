() => watch()
