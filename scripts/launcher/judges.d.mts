export function judgesEnvironment(file: string): Promise<Record<string, string>>;
