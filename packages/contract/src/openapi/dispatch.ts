import type { EnvelopeOperation, Operation } from '../operation.ts';
import type { Json } from './components.ts';
import { envelopeAnswer, envelopeRequest } from './describe-envelope.ts';
import type { Writing } from './describe-operation.ts';
import { contentOf, examplesOf } from './examples.ts';

/** Describes the single path that takes all envelopes. */
export function describeDispatch(operations: readonly Operation[], { prefix, examples, components }: Writing): Json {
  const envelopes = operations.filter((each): each is EnvelopeOperation => each.surface === 'envelope');
  const { requests, answers } = examplesOf('services.dispatch', examples, prefix);
  const request = components.schema('AnyEnvelopeRequest', {
    anyOf: envelopes.map((operation) => envelopeRequest(operation, prefix, components)),
  });
  const answer = components.schema('AnyEnvelopeAnswer', {
    anyOf: envelopes.map((operation) => envelopeAnswer(operation, prefix, components)),
  });
  return {
    operationId: 'services.dispatch',
    summary: 'Call an envelope operation by its request key',
    description:
      'Accepts a request of any envelope operation. The request key identifies the operation, whose scope and errors apply. Reference: docs/interface/requests.md#any-envelope-operation',
    tags: ['services'],
    security: [{ oauth: [] }],
    requestBody: { required: true, content: contentOf(request, requests) },
    responses: {
      200: { description: 'Response of the operation', content: contentOf(answer, answers.get(200)) },
      400: {
        description: 'Refused, in the format of the operation',
        content: contentOf({ type: 'object' }, answers.get(400)),
      },
      default: {
        description: 'Refused with another status, or failed, in the format of the operation',
        content: contentOf({ type: 'object' }, undefined),
      },
    },
  };
}
