import {
  AccessTokenAnswer,
  AccessTokenRefusal,
  AccessTokenRequest,
  TOKEN_PATH,
  TOKEN_REFUSALS,
} from '../access/issue-token.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import type { Json } from './components.ts';
import type { Writing } from './describe-operation.ts';
import { contentOf, examplesOf } from './examples.ts';
import { describeSchema } from './schema.ts';

export const TOKEN_ENDPOINT = {
  title: 'Issue an access token',
  description:
    'Issues an access token for the credentials of a client (OAuth 2 client credentials): id and secret in the Basic header or in the body, or a signed assertion. The token is valid for 15 minutes.',
  reference: 'docs/interface/callers.md#access-token',
} as const;

/** Describes POST /oauth2/token, which has no version and no scope. */
export function describeTokenEndpoint({ prefix, examples, components }: Writing): Record<string, Json> {
  const { answers } = examplesOf('access.issue-token', examples, prefix);
  const described = (schema: unknown) => describeSchema(schema as FieldSchema, components);
  const request = described(AccessTokenRequest);
  const wholeForm = { whole: { summary: 'For all scopes of the client', value: { grant_type: 'client_credentials' } } };
  const refusals = [...new Set(TOKEN_REFUSALS.map(([, http]) => http))].map((status) => {
    const names = TOKEN_REFUSALS.filter(([, http]) => http === status);
    const content = contentOf(described(AccessTokenRefusal), answers.get(status));
    const refusalResponse = components.response('AccessTokenRefused', {
      description: 'No token issued; error contains the reason',
      content,
    });
    return [status, { ...refusalResponse, description: names.map(([name]) => name).join(', ') }];
  });
  return {
    [TOKEN_PATH]: {
      post: {
        operationId: 'access.issue-token',
        summary: TOKEN_ENDPOINT.title,
        description: `${TOKEN_ENDPOINT.description} Reference: ${TOKEN_ENDPOINT.reference}`,
        tags: ['access'],
        security: [{ client: [] }, {}],
        requestBody: {
          required: true,
          content: {
            ...contentOf(request, wholeForm, 'application/x-www-form-urlencoded'),
            ...contentOf(request, wholeForm),
          },
        },
        responses: {
          200: { description: 'Success', content: contentOf(described(AccessTokenAnswer), answers.get(200)) },
          ...Object.fromEntries(refusals),
        },
      },
    },
  };
}
