package org.diamondhpc.gateway.agent.domain;

/**
 * A turn as far as it has come.
 *
 * @param seen the number of the last wake it heard, or of the last before it began
 */
public record Turn(Conversation conversation, Spent spent, long seen, Price price) {
    /** After an entry was added; a model's answer also costs. */
    public Turn after(Entry entry) {
        Conversation longer = conversation.with(entry);
        return switch (entry) {
            case Entry.Asked a -> new Turn(longer, spent, seen, price);
            case Entry.Said s -> new Turn(longer, spent.answered(s.usage(), price), seen, price);
            case Entry.Done d -> new Turn(longer, spent.called(), seen, price);
            case Entry.GivenUp g -> new Turn(longer, spent, seen, price);
            case Entry.Woken w -> new Turn(longer, spent, Math.max(seen, w.number()), price);
        };
    }

    /** The model is about to be asked. */
    public Turn asking() {
        return new Turn(conversation, spent.asked(), seen, price);
    }

    /** An answer that is no entry of the conversation, but costs. */
    public Turn paid(Usage usage) {
        return new Turn(conversation, spent.answered(usage, price), seen, price);
    }
}
