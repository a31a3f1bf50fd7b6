import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeOpenApi } from '../openapi/write-openapi.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { type DocumentShape, shapeOf } from './document-shape.ts';
import { findBreaks } from './find-breaks.ts';

const RELEASED = readFileSync(new URL('../../released/openapi-shape.json', import.meta.url), 'utf8');

/** Endpoints get only the events that their owner subscribed to, so an unknown event never reaches one. */
const REQUESTED =
  / 200\.endpoint\.events\[\] now answers (?:(?:authorization|switch|limit|rule|change|endpoint)\.\w+(?:, )?)+$/;
/**
 * Outcome of a message that was not sent. No receiver gets it. A test of an endpoint shares the schema, but never has
 * this outcome.
 */
const NOT_SENT = / 200\.outcome now answers NO_SCOPE$/;
/** The interface allows 100 (decisions, 13: 100 in all other lists). The release promised 10,000 by mistake. */
const CORRECTED = / request\.payload\.applications has maxItems 100, was 10000$/;
const INTENDED = [REQUESTED, NOT_SENT, CORRECTED];
const breaking = (breaks: readonly string[]) => breaks.filter((each) => !INTENDED.some((form) => form.test(each)));

/** Returns the release's operations below /V2 with their paths below /V1. */
function asVersion1(text: string): DocumentShape {
  const { paths, components } = JSON.parse(text) as DocumentShape;
  const below = Object.entries(paths).filter(([path]) => path.startsWith('/V2/'));
  return { paths: Object.fromEntries(below.map(([path, one]) => [path.replace('/V2/', '/V1/'), one])), components };
}

/**
 * Adds the paths without a version: they are separate paths for callers, but the document only mentions them in their
 * operation.
 */
function withUnversioned({ paths, components }: DocumentShape): DocumentShape {
  const served = (OPERATIONS as readonly Operation[])
    .filter((operation) => operation.surface === 'rest' && operation.unversioned)
    .map(({ path }) => [path, paths[`/V2${path}`]]);
  return { paths: { ...paths, ...Object.fromEntries(served) }, components };
}

describe('the shape of the last release', () => {
  it('is available below /V2, and without a version where it has none', () => {
    expect(breaking(findBreaks(JSON.parse(RELEASED), withUnversioned(shapeOf(writeOpenApi('Gw')))))).toEqual([]);
  });

  it('is available below /V1', () => {
    expect(breaking(findBreaks(asVersion1(RELEASED), shapeOf(writeOpenApi('Gw', { document: '/V1' }))))).toEqual([]);
  });

  it('is reported as missing if it is removed', () => {
    const { paths, components } = shapeOf(writeOpenApi('Gw'));
    const { NewCard: _gone, ...schemas } = components.schemas ?? {};
    const breaks = findBreaks(JSON.parse(RELEASED), { paths, components: { ...components, schemas } });
    expect(breaks).toContain(
      'POST /V2/cardservices/CardCreate request.GwSrvRequest.request_card_create.body.card.currency is removed',
    );
    expect(findBreaks(asVersion1(RELEASED), { paths: {}, components })).toContain(
      'POST /V1/cardservices/CardCreate is removed',
    );
  });
});
