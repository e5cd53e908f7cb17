# Completions of lawgrep for PowerShell:  lawgrep completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName 'lawgrep' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $elements = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
    $program = $elements[0].ToString()
    $words = @($elements | Select-Object -Skip 1 | ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.ToString() } })
    if ($wordToComplete -eq '') { $words += '' }
    # What native programs are given must be UTF-8 both ways, and an empty word must reach them.
    $old = [Console]::OutputEncoding
    [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
    $last = if ($words[-1] -eq '') { '--empty' } else { $null }
    if ($last) { $words = @($words | Select-Object -SkipLast 1) }
    $extra = if ($last) { @($last) } else { @() }
    $lines = @(& $program completions --candidates @extra -- @words 2>$null)
    [Console]::OutputEncoding = $old
    foreach ($line in $lines) {
        if ($line -eq ':files') {
            Get-ChildItem -Path "$wordToComplete*" -ErrorAction SilentlyContinue | ForEach-Object {
                $name = Resolve-Path -Relative $_.FullName
                [System.Management.Automation.CompletionResult]::new($name, $_.Name, 'ParameterValue', $_.Name)
            }
            continue
        }
        $value, $about = $line -split "`t", 2
        if (-not $about) { $about = $value }
        $text = if ($value -match "[\s'(),;]") { "'" + $value.Replace("'", "''") + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
