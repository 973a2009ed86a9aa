package org.diamondhpc.monitor.login;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.site.session.SiteSessions;

/** The logins under way, each known by the step its prompts were given with, and to its own tenant only. */
@ApplicationScoped
class LoginKeeper {
    /** More at one time is nobody's wish; the oldest is forgotten. */
    private static final int MOST = 100;

    private final SiteSessions sessions;
    private final IdSource ids;
    private final Map<String, Open> open = new LinkedHashMap<>();

    private record Open(TenantId tenant, AccountId account, LoginConversation conversation) {
    }

    LoginKeeper(SiteSessions sessions, IdSource ids) {
        this.sessions = sessions;
        this.ids = ids;
    }

    SiteReply answer(SiteRequest.Login request) throws InterruptedException {
        AccountId account = sessions.of(request.site(), request.tenant()).account();
        if (request.step() == null || request.step().isEmpty()) {
            String step = ids.next();
            LoginConversation conversation = new LoginConversation(step);
            remember(step, new Open(request.tenant(), account, conversation));
            return conversation.begin(sessions, account);
        }
        return known(request, account).conversation().goOn(request.answers());
    }

    private synchronized void remember(String step, Open login) {
        open.put(step, login);
        for (Iterator<String> oldest = open.keySet().iterator(); open.size() > MOST; ) {
            oldest.next();
            oldest.remove();
        }
    }

    private synchronized Open known(SiteRequest.Login request, AccountId account) {
        Open login = open.get(request.step());
        if (login == null || !login.tenant().equals(request.tenant()) || !login.account().equals(account)) {
            throw DiamondException.of(Reason.INVALID_STATE, "no such login is under way; begin again");
        }
        return login;
    }
}
