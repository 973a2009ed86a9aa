package org.diamondhpc.site.scheduler.job;

/**
 * A glob of declared outputs as a POSIX extended regular expression for awk: {@code *} and {@code ?} stay within one
 * name, {@code **}{@code /} is any depth, {@code [..]} a set.
 */
final class OutputGlob {
    private OutputGlob() {
    }

    static String toExtendedRegex(String glob) {
        StringBuilder regex = new StringBuilder("^");
        for (int i = 0; i < glob.length();) {
            if (glob.startsWith("**/", i)) {
                regex.append("(.*/)?");
                i += 3;
            } else if (glob.startsWith("**", i)) {
                regex.append(".*");
                i += 2;
            } else if (glob.charAt(i) == '[' && setEnd(glob, i) > 0) {
                int end = setEnd(glob, i);
                regex.append(set(glob.substring(i + 1, end)));
                i = end + 1;
            } else {
                regex.append(one(glob.charAt(i++)));
            }
        }
        return regex.append('$').toString();
    }

    /** A bracket right after the opening one (or its negation) is a member of the set. */
    private static int setEnd(String glob, int start) {
        int first = start + 1;
        if (first < glob.length() && (glob.charAt(first) == '!' || glob.charAt(first) == '^')) {
            first++;
        }
        return glob.indexOf(']', first + 1);
    }

    private static String set(String members) {
        boolean not = members.startsWith("!") || members.startsWith("^");
        String rest = (not ? members.substring(1) : members).replace("\\", "\\\\");
        return not ? "[^/" + rest + "]" : "[" + rest + "]";
    }

    private static String one(char c) {
        return switch (c) {
            case '*' -> "[^/]*";
            case '?' -> "[^/]";
            case '.', '(', ')', '[', ']', '{', '}', '+', '^', '$', '|', '\\' -> "\\" + c;
            default -> String.valueOf(c);
        };
    }
}
