import { managementApiPrefix, managementContract } from "@lintel/contract/management";
import { type ManagementContext, managementApi } from "../api/management-api.js";
import { createActionHandlers } from "../features/actions/handlers.js";
import { createAnalyticsHandlers } from "../features/analytics/handlers.js";
import { createAssetHandlers } from "../features/assets/handlers.js";
import { createAuditHandlers } from "../features/audit/handlers.js";
import { createBillingHandlers } from "../features/billing/handlers.js";
import { createEntryHandlers } from "../features/entries/handlers.js";
import { createKeyHandlers } from "../features/keys/handlers.js";
import { createMemberHandlers, createRenameMeHandler } from "../features/members/handlers.js";
import { createInvitationHandlers } from "../features/members/invitation-handlers.js";
import { createModelHandlers } from "../features/model/handlers.js";
import {
  createMyOrganizationsHandler,
  createOrganizationHandlers,
} from "../features/organizations/handlers.js";
import { createTrackingPlanHandlers } from "../features/tracking-plan/handlers.js";
import { createWebhookHandlers } from "../features/webhooks/handlers.js";
import type { Services } from "../services.js";
import { createAdmitPerson } from "./admit-person.js";
import { operationRoutes } from "./operations.js";
import type { Route } from "./route-table.js";

export function managementApiRoutes(services: Services): Route[] {
  const router = managementApi.router({
    me: { get: createMyOrganizationsHandler(services), update: createRenameMeHandler(services) },
    organizations: createOrganizationHandlers(services),
    members: createMemberHandlers(services),
    invitations: createInvitationHandlers(services),
    keys: createKeyHandlers(services),
    audit: createAuditHandlers(services),
    model: createModelHandlers(services),
    actions: createActionHandlers(services),
    entries: createEntryHandlers(services),
    assets: createAssetHandlers(services.assets),
    billing: createBillingHandlers(services),
    webhooks: createWebhookHandlers(services.webhooks),
    analytics: createAnalyticsHandlers(services.analytics),
    trackingPlan: createTrackingPlanHandlers(services.analytics),
  });
  return operationRoutes<ManagementContext>({
    prefix: managementApiPrefix,
    contract: managementContract,
    router,
    enter: createAdmitPerson(services.accounts, services.findRole),
  });
}
