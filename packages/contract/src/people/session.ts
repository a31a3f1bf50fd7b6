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
    id: text(25, { description: 'Of the bank or acquirer; `operator`' }),
    name: text(100, { description: 'As the configuration names it' }),
    time_zone: optional(text(60, { description: 'Of a bank, IANA' })),
    currency: optional(text(3, { description: 'Of a bank, ISO 4217' })),
    bank_code: optional(text(3, { description: 'Of a bank: its own code, which records of clients contain' })),
    second_person: optional(list(oneOf(CHANGE_KINDS), { description: 'Of a bank: changes that need a second person' })),
  },
  { component: 'House' },
);

export const SignInChoices = record(
  {
    providers: list(
      record({
        id: text(40, { description: 'The last part of the path that leads to it' }),
        name: text(100, { description: 'For people' }),
      }),
      { description: 'Where people can sign in' },
    ),
    demo_people: optional(
      list(
        record({
          id: text(60, { description: 'For demo_person' }),
          name: text(100, { description: 'Of the person' }),
          role: oneOf(ROLES, { component: 'Role', description: 'What the person does' }),
          house: NamedTenant,
        }),
        { description: 'In a sandbox: people who sign in without a password' },
      ),
    ),
  },
  { component: 'SignInChoices' },
);

export const DemoSignIn = record(
  { demo_person: text(60, { description: 'The id of one of demo_people' }) },
  { component: 'DemoSignIn' },
);

export const Session = record(
  {
    subject: text(600, { description: 'The person, as in the audit log and in approvals' }),
    name: text(200, { description: 'Name from the identity provider' }),
    house: NamedTenant,
    roles: list(oneOf(ROLES, { component: 'Role' }), { description: 'As the provider last reported' }),
    scopes: list(oneOf(SCOPES), { description: 'Scopes of the roles' }),
    sees_personal_data: flag({ description: 'Without asking for it, one customer at a time' }),
    expires_at: time('when the session ends in any case'),
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
  expired: 'It took too long, or was not begun in this browser: begin again',
  denied: 'The provider did not let the person in, or the person went back',
  no_role: 'The provider names no role that means anything here',
  second_factor: 'The provider did not ask for the second factor that is wanted here',
  provider: 'The provider answered something that cannot be trusted, or nothing',
} as const;
export type SignInError = keyof typeof SIGN_IN_ERRORS;
