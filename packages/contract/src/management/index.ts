import { audit } from "./audit.js";
import { keys } from "./keys.js";
import { invitations, members } from "./members.js";
import { me, organizations } from "./organizations.js";

/** Where the management API is served, below the deployment's origin. */
export const managementApiPrefix = "/api/studio/v1";

/** The management API: what the Studio, the command line and agents share. */
export const managementContract = { me, organizations, members, invitations, keys, audit };

export type ManagementContract = typeof managementContract;
