export function problemsOf(sources: Readonly<Record<string, string>>): readonly string[];
