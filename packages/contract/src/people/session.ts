import Type from 'typebox';
import { CHANGE_KINDS } from '../change-requests/change-values.ts';
import { flag, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { SCOPES } from '../scopes.ts';
import { ROLES, TENANT_KINDS } from './roles.ts';

/** Paths for people to sign in and to read their session. They have no version, and use a cookie instead of a token. */
export const SIGN_IN_PATH = '/console/sign-in';
export const SIGN_IN_RETURN_PATH = '/console/sign-in/return';
export const SESSION_PATH = '/console/session';

/** Marks requests that come from a page of this server. Forms cannot send it. */
export const CONSOLE_HEADER = 'X-Cardwright-Console';
/**
 * Value for automatic requests of a page, such as a list that refreshes. They do not prevent the session from becoming
 * idle.
 */
export const CONSOLE_BACKGROUND = 'background';

const time = (description: string) => text(30, { description: `ISO 8601 UTC: ${description}` });

export const NamedTenant = record(
  {
    kind: oneOf(TENANT_KINDS, { description: 'Type of the tenant that the person works for' }),
    id: text(25, { description: 'Id of the bank or acquirer, or `operator`' }),
    name: text(100, { description: 'Name in the configuration' }),
    time_zone: optional(text(60, { description: 'Time zone of a bank, IANA' })),
    currency: optional(text(3, { description: 'Currency of a bank, ISO 4217' })),
    bank_code: optional(text(3, { description: 'Code of a bank, contained in client records' })),
    second_person: optional(
      list(oneOf(CHANGE_KINDS), { description: 'Changes of a bank that require a second person' }),
    ),
  },
  { component: 'House' },
);

export const SignInChoices = record(
  {
    providers: list(
      record({
        id: text(40, { description: 'Last segment of the path of the provider' }),
        name: text(100, { description: 'Name of the provider' }),
      }),
      { description: 'Identity providers for sign-in' },
    ),
    demo_people: optional(
      list(
        record({
          id: text(60, { description: 'Value for demo_person' }),
          name: text(100, { description: 'Name of the person' }),
          role: oneOf(ROLES, { component: 'Role', description: 'Role of the person' }),
          house: NamedTenant,
        }),
        { description: 'In a sandbox: people who can sign in without a password' },
      ),
    ),
  },
  { component: 'SignInChoices' },
);

export const DemoSignIn = record(
  { demo_person: text(60, { description: 'Id of one of demo_people' }) },
  { component: 'DemoSignIn' },
);

export const Session = record(
  {
    subject: text(600, { description: 'Person, as in the audit log and in approvals' }),
    name: text(200, { description: 'Name from the identity provider' }),
    house: NamedTenant,
    roles: list(oneOf(ROLES, { component: 'Role' }), { description: 'Roles last reported by the provider' }),
    scopes: list(oneOf(SCOPES), { description: 'Scopes of the roles' }),
    sees_personal_data: flag({
      description: 'Whether the person sees personal data without requesting it for each customer',
    }),
    expires_at: time('latest end of the session'),
    idle_seconds: Type.Integer({ description: 'Seconds until an unused session ends' }),
  },
  { component: 'Session' },
);

export const SignedOut = record(
  { sign_out_url: optional(text(8_000, { description: 'URL that also ends the session at the provider' })) },
  { component: 'SignedOut' },
);

/** Reasons why a sign-in ends without a session: `/console/?sign_in_error=...`. */
export const SIGN_IN_ERRORS = {
  expired: 'Sign-in took too long, or started in another browser. Start again',
  denied: 'The provider denied the sign-in, or the person cancelled it',
  no_role: 'The provider reports no role that is configured here',
  second_factor: 'The provider did not require the second factor that is configured here',
  provider: 'The provider sent no response, or an untrusted one',
} as const;
export type SignInError = keyof typeof SIGN_IN_ERRORS;
