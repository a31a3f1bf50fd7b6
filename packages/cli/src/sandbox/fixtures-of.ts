import { callSandbox } from './call-sandbox.ts';

export interface SandboxCard {
  readonly card_number: string;
  readonly exid: string;
  readonly masked: string;
  readonly expiry: string;
  readonly account_number: string;
}

/** The seed data of a sandbox: docs/interface/sandbox.md#fixtures. */
export interface SandboxFixtures {
  readonly bank: {
    readonly bank_id: string;
    readonly bank_code: string;
    readonly country: string;
    readonly currency: string;
  };
  readonly oauth: readonly {
    readonly client_id: string;
    readonly client_secret: string;
    readonly kind: string;
    readonly scopes: readonly string[];
  }[];
  readonly clients: readonly object[];
  readonly accounts: readonly { readonly account_number: string; readonly currency: string }[];
  readonly cards: readonly SandboxCard[];
  readonly insurance_programs: readonly object[];
  readonly merchants: readonly object[];
  readonly tokens: readonly object[];
  readonly webhook_endpoints: readonly object[];
}

export function fixturesOf(url: string): Promise<SandboxFixtures> {
  return callSandbox(url, '/sandbox/fixtures');
}
