package org.diamondhpc.model.testing;

/** The form a question came in. */
public enum Form {
    OPENAI, ANTHROPIC
}
