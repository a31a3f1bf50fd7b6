export interface LoginOptions {
  readonly url?: string;
  readonly clientId?: string;
  readonly secretStdin?: true;
  readonly privateKey?: string;
  readonly keyId?: string;
  readonly profile?: string;
  readonly sandbox?: true;
  readonly device?: true;
  readonly issuer?: string;
  readonly scope?: string;
  readonly parameter?: readonly string[];
  readonly json?: true;
}
