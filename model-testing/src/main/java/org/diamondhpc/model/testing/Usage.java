package org.diamondhpc.model.testing;

/** Tokens, counted as one for four characters begun; real tokenizers differ by a third either way. */
public record Usage(long input, long output) {
    private static final int CHARACTERS_A_TOKEN = 4;

    static long tokens(int characters) {
        return (characters + CHARACTERS_A_TOKEN - 1) / CHARACTERS_A_TOKEN;
    }

    public Usage plus(Usage other) {
        return new Usage(input + other.input, output + other.output);
    }
}
