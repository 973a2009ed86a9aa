# A tar stream of the files that stdin names (NUL-ended, each beginning with ./ for the root folder).
exec tar -cf - --format=gnu --hard-dereference --no-recursion -C / --null -T -
