/** An answer of the API's errors (v2 §10.2). */
export class Refused extends Error {
  readonly status: number;
  readonly error: string;

  constructor(error: string, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

export const invalid = (description: string): Refused => new Refused('invalid_request', description);

/** A request's fields; what is of another type counts as missing. */
export type Fields = Readonly<Record<string, unknown>>;

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`Missing (or invalid type) string parameter ${name}`);
}

export function textsOf(fields: Fields, name: string): string[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    throw invalid(`Missing (or invalid type) array parameter ${name}`);
  if (value.length === 0) throw invalid('Empty hash array');
  return value;
}
