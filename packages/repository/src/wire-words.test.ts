import { authorizeEcommerce, OPERATIONS } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { isForTests, lineAt, SERVER, type Source, shortName, sourcesUnder, wordsOf } from './source-tree.ts';

/**
 * Keys of envelopes. Words of the interface may occur in the contract, and where the server reads or writes a message,
 * but nowhere else in the server.
 */
const envelopeKeys = OPERATIONS.flatMap((operation) =>
  operation.surface === 'envelope'
    ? [operation.requestKey, operation.responseKey, operation.requestFunction, operation.responseFunction]
    : [],
);
const ROOT_KEY = /\b[A-Z]\w*(Srv)?(Request|Response)\b/;
const flatFields = new Set([
  ...Object.keys(authorizeEcommerce.request.properties),
  ...Object.keys(authorizeEcommerce.response.properties),
  'Card_Number',
  'Capture Date',
]);

/** The sandbox and the doctor act as callers, so they send messages themselves. */
const CALLERS = ['host/sandbox/', 'host/doctor/'];

/** Files that name fields of the e-commerce message, each with its reason. */
const READS_OR_WRITES_MESSAGES: Record<string, string> = {
  'issuing/authorization/decision/stored-message.ts':
    'reads the stored message, also in the verifier of proofs, which has no decoder',
  'issuing/authorization/explain/read-authorization.ts': 'a stored message whose card does not exist',
  'issuing/authorization/lanes/authorize-ecommerce.ts':
    'a message that could not be decoded is dated by the calendar of the bank of its number',
  'issuing/authorization/message/ecommerce-message.ts': 'decode and encode',
  'issuing/authorization/proofs/decision-record.ts':
    'commits to the fields of the stored message that must not leave the server',
  'issuing/authorization/records/find-authorization.ts': 'the path of the interface names its parameter so',
  'issuing/iso8583/answers/end-original.ts': 'reads the stored message of an original',
  'issuing/iso8583/mapping/to-authorization.ts': 'maps ISO 8583 messages to this one',
  'issuing/rules/analysis/what-if-message.ts': 'writes the message of an example for a what-if',
  'platform/http/request-log.ts': 'the list of what is censored',
};

const shipped = sourcesUnder(SERVER)
  .filter(({ path }) => !isForTests(path))
  .filter(({ path }) => !CALLERS.some((folder) => shortName(path).startsWith(folder)));

function placesOf(sources: readonly Source[], isWire: (word: string) => boolean): string[] {
  return sources.flatMap((source) =>
    wordsOf(source)
      .filter(({ text }) => isWire(text))
      .map(({ text, start }) => `${shortName(source.path)}:${lineAt(source.text, start)} ${text}`),
  );
}

describe('words of the wire', () => {
  it('occur once: keys and functions of envelopes come from the contract', () => {
    // The settings offer three names of a response function.
    const others = shipped.filter(({ path }) => shortName(path) !== 'host/configuration/settings.ts');
    expect(
      placesOf(others, (word) => envelopeKeys.includes(word)),
      'Take it from the operation of the contract',
    ).toEqual([]);
  });

  it('leave the operator prefix to the setting', () => {
    expect(
      placesOf(shipped, (word) => /^Gw/.test(word) && (word === 'Gw' || ROOT_KEY.test(word))),
      'Take CARDWRIGHT_OPERATOR_PREFIX from the settings',
    ).toEqual(
      placesOf(
        shipped.filter(({ path }) => shortName(path) === 'host/configuration/settings.ts'),
        (word) => word === 'Gw',
      ),
    );
  });

  it('of the authorization message occur only where it is read or written', () => {
    const users = shipped.filter((source) => placesOf([source], (word) => flatFields.has(word)).length > 0);
    expect(
      users.map(({ path }) => shortName(path)),
      'Give the message in the fields of the model; READS_OR_WRITES_MESSAGES says who may',
    ).toEqual(Object.keys(READS_OR_WRITES_MESSAGES));
  });
});
