import type { Static } from 'typebox';
import { listKind, listPath, MAX_LISTS, sentEntries } from '../merchant-lists/merchant-list.ts';
import { ProgramCeilings, ProgramDefaults, ProgramProvisioning, programLimits } from '../programs/program.ts';
import { MAX_LIVE_RULES, ruleContent, ruleName, ruleSubject } from '../rules/rule.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import {
  endpointDescription,
  endpointEvents,
  endpointUrl,
  eventsPerRequest,
  finalCodes,
  maxInFlight,
} from '../webhooks/webhook-endpoint.ts';

/** Maximum number of products whose programs one configuration contains. */
const MAX_PROGRAMS = 200;
/** Maximum number of webhook endpoints of an owner. */
const MAX_ENDPOINTS = 20;
/** If a list has more entries than this, reads of the configuration omit its entries. */
export const MAX_ENTRIES_READ = 10_000;

const ConfiguredList = record(
  {
    name: listPath.properties.name,
    kind: listKind(),
    entries: optional(sentEntries('All entries; absent: the entries are not part of the configuration')),
  },
  { component: 'ConfiguredList', refusesUnknown: true },
);

const ConfiguredProgram = record(
  {
    product_code: text(32, { description: 'Code of a product of the bank' }),
    defaults: optional(ProgramDefaults),
    ceilings: optional(ProgramCeilings),
    limits: optional(programLimits('Limits of the bank, of the program, and of each account or card')),
    provisioning: optional(ProgramProvisioning),
    inForceFrom: optional(
      text(30, { fieldFormat: 'utc-time', description: 'Time from which the program is in force, ISO 8601' }),
    ),
  },
  { component: 'ConfiguredProgram', refusesUnknown: true },
);

const ConfiguredRule = record(
  { name: ruleName(), on: optional(ruleSubject()), ...ruleContent },
  { component: 'ConfiguredRule', refusesUnknown: true },
);

const ConfiguredEndpoint = record(
  {
    url: endpointUrl(),
    description: optional(endpointDescription()),
    state: optional(oneOf(['ACTIVE', 'PAUSED'], { description: 'State of the endpoint; default ACTIVE' })),
    max_in_flight: optional(maxInFlight()),
    events_per_request: optional(eventsPerRequest()),
    events: optional(endpointEvents()),
    final_codes: optional(finalCodes()),
    oauth: optional(
      record(
        {
          token_url: text(500, { description: 'URL of the token endpoint' }),
          client_id: text(200),
          client_secret: optional(
            text(500, { description: 'Client secret; never returned', requiredWhen: 'oauth is new or has changed' }),
          ),
          scope: optional(text(200, { description: 'Scope to request, if the token server requires one' })),
        },
        { component: 'ConfiguredOauth', refusesUnknown: true },
      ),
    ),
  },
  { component: 'ConfiguredEndpoint', refusesUnknown: true },
);

/** The configuration of a bank: docs/interface/configuration.md. A section that is absent is not managed. */
export const Configuration = record(
  {
    merchant_lists: optional(list(ConfiguredList, { maxItems: MAX_LISTS, description: 'Merchant lists, by name' })),
    programs: optional(list(ConfiguredProgram, { maxItems: MAX_PROGRAMS, description: 'Programs, by product' })),
    rules: optional(list(ConfiguredRule, { maxItems: MAX_LIVE_RULES, description: 'All live rules, by name' })),
    webhook_endpoints: optional(
      list(ConfiguredEndpoint, { maxItems: MAX_ENDPOINTS, description: 'All webhook endpoints, by URL' }),
    ),
  },
  { component: 'Configuration', description: 'A section that is absent is not managed', refusesUnknown: true },
);
export type Configuration = Static<typeof Configuration>;
