# The SHA-256 of each file that stdin names (NUL-ended) and that can be read, as sha256sum writes it.
xargs -r -0 sha256sum --
exit 0
