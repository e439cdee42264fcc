# PowerShell completion for hintsmith: hintsmith completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName hintsmith -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $line = $commandAst.ToString()
    if ($cursorPosition -gt $line.Length) { $line += ' ' } else { $line = $line.Substring(0, $cursorPosition) }
    hintsmith complete powershell $line 2>$null | ForEach-Object {
        $value, $help = $_ -split "`t", 2
        if (-not $help) { $help = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
    }
}
