package org.diamondhpc.gateway.agent.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * What of a conversation a model is shown. While it fits, all of it. Beyond the budget old results are shortened first,
 * then what is oldest is left out and counted; answers keep their results, and the goal of the turn always stays. Cuts
 * go well below the budget, so that the beginning stays the same over several questions and endpoints can cache it.
 *
 * @param budget characters; a model's tokens have about four each
 */
public record Window(int budget) {
    /** Results of the last answers are what the model works with. */
    private static final int FRESH = 3;
    private static final int SHORT = 300;
    private static final double AIM = 0.7;

    public List<Message> messages(Conversation conversation) {
        List<Unit> units = Unit.of(conversation.entries());
        if (length(units) <= budget) {
            return flat(units, 0);
        }
        int aim = (int) (budget * AIM);
        shorten(units, aim, FRESH);
        int left = leaveOut(units, aim);
        shorten(units, budget, 0);
        return flat(units, left);
    }

    private static int length(List<Unit> units) {
        return units.stream().mapToInt(Unit::length).sum();
    }

    /** Oldest first, and not those of the last {@code fresh} units. */
    private static void shorten(List<Unit> units, int aim, int fresh) {
        for (int i = 0; i < units.size() - fresh && length(units) > aim; i++) {
            units.set(i, units.get(i).shortened(SHORT));
        }
    }

    private static int leaveOut(List<Unit> units, int aim) {
        int goal = lastGoal(units);
        int left = 0;
        while (length(units) > aim && units.size() > FRESH + 1) {
            int oldest = goal == 0 ? 1 : 0;
            units.remove(oldest);
            goal -= oldest == 0 ? 1 : 0;
            left++;
        }
        return left;
    }

    private static int lastGoal(List<Unit> units) {
        for (int i = units.size() - 1; i >= 0; i--) {
            if (units.get(i).goal()) {
                return i;
            }
        }
        return -1;
    }

    private static List<Message> flat(List<Unit> units, int left) {
        List<Message> all = new ArrayList<>();
        if (left > 0) {
            all.add(new Message.User("(" + left + " earlier messages of this session are left out here. The tools "
                    + "session, list_tasks and notes tell what there is.)"));
        }
        units.forEach(u -> all.addAll(u.messages()));
        return all;
    }
}
