import { describe, expect, it } from 'vitest';
import { writeOpenApi } from '../openapi/write-openapi.ts';
import { answersBody } from '../operation.ts';
import { compile } from '../schema/compile.ts';
import { tableOf } from '../testing/table.ts';
import { enquireRestrictions } from './enquire-restrictions.ts';
import { RESTRICTION_TYPES } from './restriction-type.ts';
import { setRestriction } from './set-restriction.ts';

const { restriction } = setRestriction.requestBody.properties;
const check = compile(restriction);

describe('the fields of a restriction', () => {
  it('of a request match its table', () => {
    expect(tableOf(setRestriction.requestBody)).toEqual({
      card_identifier_id: 'required 32',
      card_identifier_type: 'required 20',
      restriction: 'required',
    });
    expect(tableOf(restriction)).toEqual({
      isAllowed: 'optional',
      restriction_type: 'required 100',
      end_date: 'optional 10',
      allowed_values: 'optional 100',
    });
  });

  it('have exactly the ten types', () => {
    const types = [
      'MOTO',
      'INTERNATIONAL',
      'ECOM',
      'SWIPE',
      'PERS_RESTR_CONTACTLESS',
      'NFC',
      'ATM',
      'ANY',
      'PURCHASE',
      'INTERNATIONAL_SPECIFIC_COUNTRIES',
    ];
    expect([...RESTRICTION_TYPES].sort()).toEqual(types.sort());
    for (const restriction_type of types) expect(check({ restriction_type }, '').findings).toEqual([]);
    for (const restriction_type of ['moto', 'CONTACTLESS', 'MOTO ', 'ALL']) {
      expect(check({ restriction_type }, '').findings).toMatchObject([
        { path: 'restriction_type', error: 'value_not_allowed' },
      ]);
    }
  });

  it('both operations respond under one key, each with its own function', () => {
    expect([setRestriction.responseKey, enquireRestrictions.responseKey]).toEqual([
      'response_get_restriction_usage_details',
      'response_get_restriction_usage_details',
    ]);
    expect([setRestriction.responseFunction, enquireRestrictions.responseFunction]).toEqual([
      'REP_ENABLE_DISABLE_RESTRICTION',
      'REP_GET_RESTRICTION_USAGE_DETAILS',
    ]);
  });
});

describe('a response with header and exception_details only', () => {
  it('belongs to the change, not to the enquiry', () => {
    expect(answersBody(setRestriction)).toBe(false);
    expect(answersBody(enquireRestrictions)).toBe(true);
  });

  it.each([
    ['/V2/cardservices/RestrictionEnableDisable', ['header', 'exception_details']],
    ['/V2/cardservices/GetRestrictionUsageDetails', ['header', 'exception_details', 'body']],
  ])('is the OpenAPI schema for the success of %s; a failure has its body', (path, members) => {
    // biome-ignore lint/suspicious/noExplicitAny: the document has parts of many shapes
    type Part = any;
    const document = writeOpenApi('Gw') as Part;
    const behind = (part: Part) =>
      part.$ref === undefined ? part : document.components[part.$ref.split('/')[2]][part.$ref.split('/')[3]];
    const answered = (status: number) =>
      behind(
        behind(behind(document.paths[path].post.responses[status]).content['application/json'].schema).properties
          .GwSrvResponse.properties.response_get_restriction_usage_details,
      );
    expect(answered(200).required).toEqual(members);
    expect(Object.keys(answered(200).properties)).toEqual(members);
    expect(answered(400).required).toEqual(['header', 'exception_details', 'body']);
  });
});
