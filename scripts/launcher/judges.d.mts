export function judgesEnvironment(file: string, longestMs?: number): Promise<Record<string, string>>;
