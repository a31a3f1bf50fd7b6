import type { Implementations } from '../operation/index.ts';
import { type CreateClientSettings, createClientOperation } from './create-client.ts';

export function clientOperations({ settings }: { readonly settings: CreateClientSettings }): Implementations {
  return { envelope: [createClientOperation(settings)] };
}
