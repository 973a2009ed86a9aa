# Each argument with links and dots resolved, whether it exists or not; NUL-ended.
exec realpath -z -m -- "$@"
