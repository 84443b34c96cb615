// Checks Kubernetes manifests against the schemas of the Kubernetes API, and rejects members that the schemas do not have.
//   node kubernetes.mjs FILE...
import { readFileSync } from 'node:fs'
import { loadAll } from 'js-yaml'

/** The value, recording which of its members are read. The schemas' validators read every member that they know. */
function recorded(value, path, unread) {
  if (value === null || typeof value !== 'object') return value
  if (!Array.isArray(value)) for (const name of Object.keys(value)) unread.add(`${path}.${name}`)
  return new Proxy(value, {
    get(target, name) {
      unread.delete(`${path}.${String(name)}`)
      return typeof name === 'string' && Object.hasOwn(target, name) && name !== 'length'
        ? recorded(target[name], `${path}.${name}`, unread)
        : target[name]
    }
  })
}

async function errorsOf(manifest) {
  const { apiVersion, kind } = manifest
  const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}/${kind}`)
  const unread = new Set()
  try {
    Model.prototype.validate.call(recorded(manifest, kind, unread))
  } catch (error) {
    return [error.message]
  }
  return [...unread].map(member => `${member} is not in the schema`)
}

let wrong = 0
for (const file of process.argv.slice(2)) {
  for (const manifest of loadAll(readFileSync(file, 'utf8'))) {
    if (manifest.kind === 'Kustomization') continue
    for (const error of await errorsOf(manifest)) {
      console.error(`${file}: ${error}`)
      wrong++
    }
  }
}
console.log(wrong === 0 ? 'The Kubernetes manifests match the schemas of the API' : `${wrong} errors in the Kubernetes manifests`)
process.exit(wrong === 0 ? 0 : 1)
