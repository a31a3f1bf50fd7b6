import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeOpenApi } from '../openapi/write-openapi.ts';
import { shapeOfContract } from './contract-shape.ts';
import { type DeclaredBreak, splitBreaks } from './declared-breaks.ts';
import { type DocumentShape, shapeOf } from './document-shape.ts';
import { findBreaks } from './find-breaks.ts';

const RELEASED = readFileSync(new URL('../../released/openapi-shape.json', import.meta.url), 'utf8');

const DECLARED: readonly DeclaredBreak[] = JSON.parse(
  readFileSync(new URL('../../released/declared-breaks.json', import.meta.url), 'utf8'),
);

/** Returns the release's operations below /V2 with their paths below /V1. */
function asVersion1(text: string): DocumentShape {
  const { paths, components } = JSON.parse(text) as DocumentShape;
  const below = Object.entries(paths).filter(([path]) => path.startsWith('/V2/'));
  return { paths: Object.fromEntries(below.map(([path, one]) => [path.replace('/V2/', '/V1/'), one])), components };
}

describe('the shape of the last release', () => {
  it('is available below /V2, and without a version where it has none', () => {
    const breaks = findBreaks(JSON.parse(RELEASED), shapeOfContract());
    expect(splitBreaks(breaks, DECLARED)).toMatchObject({ undeclared: [], stale: [] });
  });

  it('is available below /V1', () => {
    const breaks = findBreaks(asVersion1(RELEASED), shapeOf(writeOpenApi('Gw', { document: '/V1' })));
    expect(splitBreaks(breaks, DECLARED).undeclared).toEqual([]);
  });

  it('is reported as missing if it is removed', () => {
    const { paths, components } = shapeOfContract();
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
