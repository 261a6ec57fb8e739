import type { Accounts, AccountsOptions } from "./features/accounts/create-accounts.js";

/**
 * The accounts, with their library loaded at the first use: it takes a third of the time of a start, and the first
 * answers are seldom about them. `load` brings that forward to when nobody waits.
 */
export function accountsWhenNeeded(options: AccountsOptions): Accounts & { load(): Promise<Accounts> } {
  let loading: Promise<Accounts> | undefined;
  const load = (): Promise<Accounts> => {
    loading ??= import("./features/accounts/create-accounts.js").then(({ createAccounts }) =>
      createAccounts(options),
    );
    return loading;
  };
  return {
    load,
    handler: async (req, res) => (await load()).handler(req, res),
    findUser: async (req) => (await load()).findUser(req),
    findUserByEmail: async (email) => (await load()).findUserByEmail(email),
    createUser: async (input) => (await load()).createUser(input),
    hasPassword: async (userId, password) => (await load()).hasPassword(userId, password),
  };
}
