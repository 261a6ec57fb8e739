import { ApiError } from "../api/api-error.js";
import type { ManagementContext } from "../api/management-api.js";
import type { Accounts } from "../features/accounts/create-accounts.js";
import type { FindRole } from "../features/members/find-role.js";
import type { Exchange } from "./exchange.js";
import { askForBody } from "./unread-body.js";

const message =
  "Sign in first: this API acts for a person and takes the session's cookie that `POST /api/auth/sign-in/email` sets. An API key does not open it.";

/** The door of the management API. */
export function createAdmitPerson(accounts: Accounts, findRole: FindRole) {
  return async ({ req, res, requestId }: Exchange): Promise<ManagementContext> => {
    const user = await accounts.findUser(req);
    if (!user) throw new ApiError("UNAUTHORIZED", message);
    const incoming = { message: req, askForBody: () => askForBody(req, res) };
    return { requestId, user, via: "studio", findRole, incoming };
  };
}
