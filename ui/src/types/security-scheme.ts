/** What a document says of a way to identify callers. */

export interface OAuthFlow {
  readonly deviceAuthorizationUrl?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes?: Readonly<Record<string, string>>;
}

/** As OpenAPI 3.2, 4.27, writes it. */
export interface SecurityScheme {
  readonly type: string;
  readonly description?: string;
  readonly name?: string;
  readonly in?: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly flows?: Readonly<Record<string, OAuthFlow>>;
  readonly openIdConnectUrl?: string;
  readonly deprecated?: boolean;
}
