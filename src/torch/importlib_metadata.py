from importlib.metadata import PackageNotFoundError, version
