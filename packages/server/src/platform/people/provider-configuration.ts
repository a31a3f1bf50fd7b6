import { flag, list, oneOf, optional, ROLES, record, text } from '@cardwright/contract';
import type { Static } from 'typebox';

/**
 * `people` of the configuration file: the providers of sign-ins, and the roles of people
 * (docs/operate/sign-in.md#people).
 */
export const PeopleConfiguration = record({
  providers: list(
    record({
      id: text(40, { minLength: 1, description: 'lowercase letters, digits and hyphens' }),
      name: text(100, { description: 'on the sign-in page' }),
      issuer: text(500, { description: 'of OpenID Connect; its discovery document is read from there' }),
      client_id: text(255),
      client_secret: text(500, { minLength: 16 }),
      bank_id: optional(text(4)),
      acquirer_id: optional(text(25)),
      operator: optional(flag({ description: 'true: people of the operator' })),
      scope: optional(text(500, { description: 'default: openid profile email offline_access' })),
      name_claim: optional(text(100, { description: 'default: name' })),
      roles_claim: text(200, { description: 'a claim, or a path of claims: realm_access.roles' }),
      roles: list(record({ role: oneOf(ROLES), values: list(text(200), { minItems: 1 }) }), { minItems: 1 }),
      required_acr: optional(list(text(200), { minItems: 1, description: 'one of them has to be the acr' })),
      required_amr: optional(list(text(100), { minItems: 1, description: 'one of them has to be among the amr' })),
    }),
    { minItems: 1 },
  ),
});
export type ConfiguredProvider = Static<typeof PeopleConfiguration>['providers'][number];
