import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lucideIcons } from './build/icons.ts'
import { precompress } from './build/precompress.ts'

export default defineConfig({
  base: '/assets/',
  plugins: [react(), lucideIcons(), precompress()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsDir: '.',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/main.tsx',
      checks: { pluginTimings: false },
      output: {
        // One file compresses better than twenty, and takes one request.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
})
