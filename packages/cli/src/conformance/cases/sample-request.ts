import type { Operation } from '@cardwright/contract';
import { SkippedCase } from '../conformance-case.ts';
import type { RequestSent } from '../exchange.ts';
import { requestOfParts } from '../requests.ts';
import { partsFor } from '../samples/sample-parts.ts';
import type { World } from '../world.ts';
import { isChange } from './is-change.ts';

/** Returns the sample request of the operation with new ids. */
export async function sampleRequest(world: World, operation: Operation): Promise<RequestSent> {
  const [card, values] = await world.samplesOf();
  const parts = partsFor(operation, { ...card, expiry: '3012' }, values, world.facts);
  if (parts === undefined) throw new SkippedCase('the operation has no sample request');
  return requestOfParts(operation, parts, world.facts);
}

export const refusalBase = (operation: Operation, id: string) =>
  ({
    id: `${operation.id}/errors/${id}`,
    group: 'errors',
    operation: operation.id,
    changes: isChange(operation),
  }) as const;
