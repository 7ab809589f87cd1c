// The tables that come with the page, with their sources and licences, and how to fetch one.
import { TOYS } from './toys'

export interface Bundled {
  id: string
  title: string
  words: string
  target: string
  source: string
  licence: string
}

export const REAL: Bundled[] = [
  {
    id: 'iris',
    title: 'Iris flowers',
    words: '150 flowers of three species, four measurements, twelve of them blanked to be missing.',
    target: 'species',
    source: 'R. A. Fisher, 1936; UCI Machine Learning Repository',
    licence: 'CC BY 4.0, cells blanked by us',
  },
  {
    id: 'diabetes',
    title: 'Diabetes progression',
    words: '442 patients, ten measurements, and how far the disease went in a year.',
    target: 'progression',
    source: 'Efron, Hastie, Johnstone and Tibshirani, 2004; as in scikit-learn',
    licence: 'BSD 3-clause, with scikit-learn',
  },
  {
    id: 'digits',
    title: 'Handwritten digits',
    words: '600 images of 8 × 8 pixels, ten digits: see which pixels matter, then draw one yourself.',
    target: 'digit',
    source: 'E. Alpaydin and C. Kaynak, 1998; UCI Machine Learning Repository',
    licence: 'CC BY 4.0, 60 images of each digit',
  },
]

export function bundled_target(id: string): string | undefined {
  return [...REAL, ...TOYS].find((entry) => entry.id === id)?.target
}

export function is_bundled(id: string): boolean {
  return bundled_target(id) !== undefined
}

/** The table as a file, with its name and where it comes from. */
export async function bundled_file(id: string, seed: number, signal: AbortSignal): Promise<{ file: Blob; name: string; about: string }> {
  const toy = TOYS.find((entry) => entry.id === id)
  if (toy) return { file: new Blob([toy.make(seed)]), name: toy.title, about: `Drawn with seed ${seed}.` }
  const real = REAL.find((entry) => entry.id === id)!
  const answer = await fetch(`tables/${id}.csv`, { signal })
  if (!answer.ok) throw new Error(`The table “${real.title}” could not be loaded.`)
  return { file: await answer.blob(), name: real.title, about: `${real.source}. ${real.licence}.` }
}
