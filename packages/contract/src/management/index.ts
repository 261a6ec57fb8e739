import { me } from "./organizations.js";

/** Where the management API is served, below the deployment's origin. */
export const managementApiPrefix = "/api/studio/v1";

/** The management API: what the Studio, the command line and agents share. */
export const managementContract = { me };

export type ManagementContract = typeof managementContract;
